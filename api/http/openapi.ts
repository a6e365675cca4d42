import { defaultBrandName } from "../../contract/service/brand-facts.ts";
import { z } from "zod";
import { calls, codes, type Access, type CallName } from "../../contract/index.ts";
import { permissions } from "../../contract/accounts/permissions.ts";

/**
 * The OpenAPI 3.1 document, made from the contract.
 * @param version of the product
 */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths = Object.fromEntries(
    (Object.keys(calls) as CallName[]).map((name) => [`/api/${name}`, pathOf(name)]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: defaultBrandName,
      version,
      description: `Every answer is an envelope: c (0 = success), m (message in the language of Accept-Language), d (data). Failures: ${codeTable()}.`,
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token of a session." },
        apiKey: { type: "http", scheme: "bearer", description: "An API key, mk_…, with the permission." },
      },
    },
    paths,
  };
}

function pathOf(name: CallName): Record<string, unknown> {
  const call = calls[name];
  const input = schemaOf(call.input, "input");
  const operation = {
    operationId: name.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: call.summary,
    ...(call.permission && {
      "x-permission": call.permission,
      description: `For admins of level ${permissions[call.permission]} and above (permission ${call.permission}).`,
    }),
    security: securityOf(call.access),
    responses: {
      200: {
        description: "Success",
        content: { "application/json": { schema: envelopeOf(schemaOf(call.output, "output")) } },
      },
      default: { description: "Failure", content: { "application/json": { schema: envelopeOf({}) } } },
    },
  };
  if (call.method === "GET") {
    const required = new Set((input.required as string[] | undefined) ?? []);
    const parameters = Object.entries((input.properties as Record<string, unknown>) ?? {}).map(
      ([field, schema]) => ({
        name: field,
        in: "query",
        required: required.has(field),
        schema,
      }),
    );
    return { get: { ...operation, parameters } };
  }
  return {
    post: {
      ...operation,
      requestBody: { required: true, content: { "application/json": { schema: input } } },
    },
  };
}

function securityOf(access: Access): object[] {
  const bearer = { bearer: [] };
  if (access === "public") return [];
  if (access === "optional") return [{}, bearer];
  return access === "admin" ? [bearer, { apiKey: [] }] : [bearer];
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function envelopeOf(data: Record<string, unknown>): Record<string, unknown> {
  return {
    type: "object",
    required: ["c", "m", "d"],
    properties: { c: { type: "integer" }, m: { type: "string" }, d: data },
  };
}

function codeTable(): string {
  return Object.entries(codes)
    .filter(([, { c }]) => c !== 0)
    .map(([name, { c, status }]) => `${c} ${name} (HTTP ${status})`)
    .join(", ");
}
