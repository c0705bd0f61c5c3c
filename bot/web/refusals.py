"""What is said to a program whose request isn't answered. No person reads it, so it isn't translated."""

from bot.web.asgi import Headers, Response, json_response


class Refused(Exception):
    """The request is not Slack's, or not well-formed.

    `error` is a word for programs and `message` a sentence for whoever debugs them; neither repeats what was
    sent.
    """

    def __init__(self, status: int, error: str, message: str, headers: Headers = ()) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.message = message
        self.headers = headers

    def response(self) -> Response:
        return json_response(self.status, {"error": self.error, "message": self.message}, self.headers)
