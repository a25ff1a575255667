import type { McpServer } from '@modelcontextprotocol/server';

/** A small server with tools of every temper; run with `serve` it talks over its standard input and output. */
export declare function desk(): McpServer;
