/** What the tests use of it: the package has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  type Interaction = {
    prompt: { name: string; details: { missingOIDCScope?: string[] } };
    params: { client_id: string };
    session?: { accountId: string };
    grantId?: string;
  };
  type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
  export class Provider {
    constructor(issuer: string, configuration: object);
    Grant: {
      new (of: { accountId: string; clientId: string }): Grant;
      find: (id: string) => Promise<Grant | undefined>;
    };
    callback: () => (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<Interaction>;
    interactionFinished: (
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: object,
    ) => Promise<void>;
  }
}
