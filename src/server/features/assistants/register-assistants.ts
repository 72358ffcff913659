/**
 * The Model Context Protocol server at `/mcp` (docs/product/assistants.md): stateless, public,
 * read-only.
 */

import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CostRates } from '#shared/monthly-cost.ts';
import { AppError } from '../../errors/app-error.ts';
import { logFailure, sendError, toAppError } from '../../http/error-responses/error-handler.ts';
import { acceptConnections } from '../../http/limits/accept-connections.ts';
import { disconnectSignal } from '../../http/limits/disconnect-signal.ts';
import type { WorkQueues } from '../../http/limits/request-work.ts';
import type { PlaceService } from '../places/place-service.ts';
import type { PropertyService } from '../properties/property-service.ts';
import { createHomeTools } from './home-tools.ts';
import { createSearchTools } from './search-tools.ts';
import type { Tool } from './tool.ts';

const INSTRUCTIONS =
  'Homes for sale and for rent on this site. Find homes with search_homes (filters and places) or search (words), read one with fetch or get_home, and always give its URL to the user.';

export function registerAssistants(
  app: FastifyInstance,
  options: {
    properties: PropertyService;
    places: PlaceService;
    publicUrl: () => string;
    siteName: () => Promise<string>;
    costRates: CostRates;
    version: string;
    queues: Pick<WorkQueues, 'publicData' | 'drawnAreas'>;
  },
): void {
  const { siteName, version, queues, publicUrl } = options;
  const tools = [...createSearchTools(options), ...createHomeTools(options)];
  // Loaded on the first request because many sites are never used by assistants.
  const loadSdk = async () => import('@modelcontextprotocol/server');

  /** Calls a tool through the queue for its kind of search. The queue limits concurrent calls per IP address. */
  async function call(tool: Tool, args: unknown, request: FastifyRequest) {
    const queue = hasDrawnArea(args) ? queues.drawnAreas : queues.publicData;
    try {
      const { output, text } = await queue(request, () => tool.run(args));
      return { content: [{ type: 'text' as const, text }], structuredContent: output };
    } catch (error) {
      const { message, status } = toAppError(error);
      if (status >= 500) logFailure(request, error, 'A tool failed');
      return { content: [{ type: 'text' as const, text: message }], isError: true };
    }
  }

  async function createServer(request: FastifyRequest): Promise<McpServer> {
    const { McpServer: Server } = await loadSdk();
    await acceptConnections();
    const info = { name: 'doorstep', title: await siteName(), version, websiteUrl: publicUrl() };
    const server = new Server(info, { instructions: INSTRUCTIONS });
    for (const tool of tools) {
      server.registerTool(
        tool.name,
        {
          title: tool.title,
          description: tool.description,
          inputSchema: toDescriptiveSchema(tool.inputJsonSchema),
          outputSchema: toDescriptiveSchema(tool.outputJsonSchema),
          annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        },
        async (args) => call(tool, args, request),
      );
    }
    return server;
  }

  app.post('/mcp', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    // Current protocol versions do not support batches, and the SDK never responds to a batch that
    // cancels one of its own requests.
    if (Array.isArray(request.body))
      throw new AppError('BAD_REQUEST', 'Send one message per request.');
    const { createMcpHandler } = await loadSdk();
    const handler = createMcpHandler(
      async () => queues.publicData(request, async () => createServer(request)),
      {
        // The tools never change, so subscriptions would only keep streams open.
        maxSubscriptions: 0,
        onerror: (error) =>
          request.log.debug({ req: request, err: error }, 'An MCP request failed'),
      },
    );
    const response = await handler.fetch(toWebRequest(request), { parsedBody: request.body });
    const body = await response.text();
    const type = response.headers.get('content-type');
    reply.code(response.status);
    if (type !== null) reply.type(type);
    return reply.send(body);
  });

  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/mcp',
      handler: async (_request, reply) =>
        sendError(
          reply.header('Allow', 'POST'),
          new AppError('METHOD_NOT_ALLOWED', 'Send MCP requests with POST.'),
        ),
    });
  }
}

const hasDrawnArea = (args: unknown) =>
  (args as { area?: unknown } | undefined)?.area !== undefined;

/**
 * Wraps a schema that only describes a tool's arguments or result. The tool itself validates its
 * arguments, with the API's messages.
 */
function toDescriptiveSchema(json: Record<string, unknown>): StandardSchemaWithJSON<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'doorstep',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

function toWebRequest(request: FastifyRequest): Request {
  const webHeaders = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') webHeaders.set(name, value);
  }
  const signal = disconnectSignal(request);
  return new Request('http://localhost/mcp', { method: 'POST', headers: webHeaders, signal });
}
