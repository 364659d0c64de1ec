/** The query protocol of SES: parameters in a form, answers and refusals in XML. */
import { escapeXml } from "./xml.ts";

const namespace = "http://ses.amazonaws.com/doc/2010-12-01/";

export interface QueryParameters {
  text(name: string): string | undefined;
  /** The members "name.member.1", "name.member.2", … */
  list(name: string): string[];
}

const statusOf = {
  InternalFailure: 500,
  InvalidAction: 400,
  InvalidParameterValue: 400,
  MessageRejected: 400,
  MissingAuthenticationToken: 403,
} as const;

/** A request that SES would refuse. */
export class SesError extends Error {
  readonly code: keyof typeof statusOf;
  readonly status: number;
  constructor(code: keyof typeof statusOf, message: string) {
    super(message);
    this.name = "SesError";
    this.code = code;
    this.status = statusOf[code];
  }
}

export function resultDocument(action: string, resultXml: string, requestId: string): string {
  return (
    `<${action}Response xmlns="${namespace}"><${action}Result>${resultXml}</${action}Result>` +
    `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`
  );
}

export function errorDocument(error: SesError, requestId: string): string {
  return (
    `<ErrorResponse xmlns="${namespace}"><Error><Type>Sender</Type><Code>${error.code}</Code>` +
    `<Message>${escapeXml(error.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`
  );
}
