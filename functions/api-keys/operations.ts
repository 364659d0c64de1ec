/** What the API key routes do. */
import { maskApiKey, mintApiKey, type RandomBytes } from "../../shared/auth/api-key-format.ts";
import { hashApiKey } from "../../shared/auth/api-key-hash.ts";
import type { ReadPepper } from "../../shared/auth/pepper.ts";
import type { Operations } from "../../shared/http/route.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/table/account-write.ts";
import {
  type ApiKeyRecord,
  listApiKeys,
  planCreation,
  planDeletion,
  planRenaming,
} from "../../shared/table/api-key.ts";
import type { Store } from "../../shared/table/store.ts";
import type { apiKeyRoutes } from "./routes.ts";
import type { ApiKeyAnswer } from "./schemas.ts";

export interface ApiKeyParts {
  store: Store;
  now: () => Date;
  randomBytes: RandomBytes;
  readPepper: ReadPepper;
  retry?: RetryPolicy;
}

export function apiKeyOperations(parts: ApiKeyParts): Operations<typeof apiKeyRoutes> {
  const { store, now, randomBytes, readPepper, retry } = parts;
  return {
    async listApiKeys({ caller }) {
      const head = await getAccountHead(store, caller.accountId);
      const keys = await listApiKeys(store, head);
      const body = { apiKeys: keys.map(apiKeyView), totalCount: keys.length };
      return { status: 200, txid: String(head.txid), body };
    },

    async createApiKey({ caller: { accountId }, body: { label, permission }, baseUrl }) {
      const pepper = await readPepper();
      const { keyId, key } = mintApiKey(randomBytes);
      const record: ApiKeyRecord = {
        keyId,
        accountId,
        label,
        permission,
        hash: hashApiKey(key, pepper),
        keyPrefix: maskApiKey({ keyId }),
        createdAt: now().toISOString(),
        lastUsedAt: null,
      };
      const { result: made, txid } = await writeAccount(
        store,
        accountId,
        (head) => ({ ...planCreation(store, head, record), result: apiKeyView(record) }),
        retry,
      );
      const headers = { location: `${baseUrl}/me/api-keys/${made.id}` };
      // A key that an earlier attempt of this request made, and could not tell: its secret is known to nobody.
      const secret = made.id === keyId ? { secret: key } : {};
      return { status: 201, txid, headers, body: { ...made, ...secret } };
    },

    async patchApiKey({ caller: { accountId }, params: { id }, body: { label } }) {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head) => planRenaming(store, head, id, label),
        retry,
      );
      return { status: 200, txid, body: apiKeyView(result) };
    },

    async deleteApiKey({ caller: { accountId }, params: { id } }) {
      const { txid } = await writeAccount(store, accountId, (head) => planDeletion(store, head, id), retry);
      return { status: 204, txid };
    },
  };
}

function apiKeyView({ keyId, label, permission, keyPrefix, createdAt, lastUsedAt }: ApiKeyRecord): ApiKeyAnswer {
  return { id: keyId, label, permission, keyPrefix, createdAt, lastUsedAt };
}
