"""`rung demo`: the answers, and then the page until it is asked to stop."""

import re
import signal
import subprocess
import sys
import urllib.request

COMMAND = [sys.executable, "-m", "bot", "demo"]


def test_the_page_is_served_until_it_is_asked_to_stop() -> None:
    with subprocess.Popen([*COMMAND, "--port", "0"], stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout
        printed = iter(demo.stdout.readline, "")
        url = next(found[0] for line in printed if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        with urllib.request.urlopen(url, timeout=10) as page:
            assert "Demo workspace" in page.read().decode()
        demo.send_signal(signal.SIGINT)
        assert demo.wait(10) == 0


def test_the_answers_alone_can_be_printed() -> None:
    finished = subprocess.run([*COMMAND, "--answers-only"], capture_output=True, text=True, timeout=30, check=True)
    for words in ("Expected at Senior", "Erwartet auf Level Senior", "Ожидания на грейде Senior"):
        assert words in finished.stdout
    assert "http://" not in finished.stdout
