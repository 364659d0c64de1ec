import type { GatewayResponseType } from "../../shared/http/gateway-responses.ts";

/** Why the gateway answers by itself, by the name of its response type. */
export class GatewayFault extends Error {
  override readonly name = "GatewayFault";
  readonly type: GatewayResponseType;

  constructor(type: GatewayResponseType, cause?: unknown) {
    super(`the gateway answers ${type}`, { cause });
    this.type = type;
  }
}
