"""All traffic with Slack's Web API, and Slack's errors turned into ours."""
