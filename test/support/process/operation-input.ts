/** The input of operations, for tests that call them without a gateway. */
export const anonymousInput = {
  caller: undefined,
  params: {},
  query: {},
  body: undefined,
  headers: {},
  requestId: "request-1",
  method: "GET",
  clientAddress: "192.0.2.7",
  baseUrl: "https://api.example.com",
  remainingTime: () => 10_000,
};

/** The input of a session. */
export function sessionInput(accountId: string) {
  return { ...anonymousInput, caller: { kind: "session", accountId } as const };
}
