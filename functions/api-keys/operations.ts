/** The operations of the API key routes. */

import { getAccountHead } from "../../shared/account/store/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import { hashApiKey, maskApiKey, mintApiKey, type RandomBytes } from "../../shared/auth/api-key-text.ts";
import type { ReadPepper } from "../../shared/auth/pepper.ts";
import {
  type ApiKeyRecord,
  listApiKeys,
  planCreation,
  planDeletion,
  planRenaming,
} from "../../shared/auth/store/api-key.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";
import type { ApiKeyAnswer } from "./schemas.ts";

export interface ApiKeyParts {
  store: Store;
  now: () => Date;
  randomBytes: RandomBytes;
  readPepper: ReadPepper;
  retry?: RetryPolicy;
}

export function apiKeyOperations(parts: ApiKeyParts): Operations<typeof routeGroup.rows> {
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
      const { result: created, txid } = await writeAccount(
        store,
        accountId,
        (head) => ({ ...planCreation(store, head, record), result: apiKeyView(record) }),
        retry,
      );
      const headers = { location: `${baseUrl}/me/api-keys/${created.id}` };
      // If an earlier attempt of this request created the key, its secret is lost, and the answer has none.
      const secret = created.id === keyId ? { secret: key } : {};
      return { status: 201, txid, headers, body: { ...created, ...secret } };
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
