"""All that mcp for Python does with the product in both eras of the protocol, printed as one object. Arguments: address of /mcp, key."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

url, api_key = sys.argv[1:3]
QUESTION = "How many quokkas are allowed in a garden?"


async def work(mode):
    headers = {"Authorization": f"Bearer {api_key}"}
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            tools = (await client.list_tools()).tools
            found = await client.call_tool("search", {"query": "quokkas in a garden"})
            first = found.structured_content["results"][0]
            fetched = await client.call_tool("fetch", {"id": first["id"]})
            asked = await client.call_tool("ask", {"question": QUESTION})
            missing = await client.call_tool("fetch", {"id": "0197e0b2-0000-7000-8000-000000000000"})
    return {
        "tools": [tool.name for tool in tools],
        "url": first["url"],
        "text": fetched.structured_content["text"],
        "ask": asked.content[0].text,
        "citations": len(asked.structured_content["citations"]),
        "error": missing.content[0].text if missing.is_error else None,
    }


async def main():
    print(json.dumps({mode: await work(mode) for mode in ("legacy", "auto")}))


asyncio.run(main())
