/** Raw scans of every store of the running stack, which see what the API does not show. */
import { ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { bucketNames, tableNames } from "../../../infra/local/stack/function-environment.ts";
import { createAccountFiles } from "../../../shared/account/store/account-files.ts";
import { createPictureFiles } from "../../../shared/picture/store/picture-files.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { createFileClient } from "../../../shared/platform/s3/client.ts";
import { localStack } from "../process/stack.ts";

export async function openStores() {
  const { endpoints, credentials } = await localStack();
  const { region, accessKeyId, secretAccessKey } = credentials;
  const common = { region, credentials: { accessKeyId, secretAccessKey } };
  const client = createDocumentClient({ ...common, endpoint: endpoints.dynamoDb });
  const s3Config = { ...common, endpoint: endpoints.s3 };
  const { client: s3 } = await createFileClient(s3Config)();
  const objectsOf = (name: string) => ({
    list: createAccountFiles(name, s3Config).list,
    remove: createPictureFiles(name, s3Config).removePictures,
  });
  const store = { client, tableName: tableNames.main };
  const cache = { client, tableName: tableNames.cache };

  async function itemsNaming(words: readonly string[]): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    for (const { tableName: TableName } of [store, cache]) {
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true }));
        found.push(...(page.Items ?? []).filter((item) => words.some((word) => JSON.stringify(item).includes(word))));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    }
    return found;
  }

  async function objectsNaming(words: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const Bucket of Object.values(bucketNames)) {
      let ContinuationToken: string | undefined;
      do {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) }),
        );
        const keys = (page.Contents ?? []).map(({ Key }) => `${Bucket}/${Key}`);
        found.push(...keys.filter((key) => words.some((word) => key.includes(word))));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    }
    return found;
  }

  return {
    store,
    cache,
    files: createAccountFiles(bucketNames.accounts, s3Config),
    accounts: objectsOf(bucketNames.accounts),
    imports: objectsOf(bucketNames.imports),
    pictures: objectsOf(bucketNames.pictures),
    /** The items of both tables that contain one of the words. */
    itemsNaming,
    /** The keys of objects in all buckets that contain one of the words. */
    objectsNaming,
    putItem: (Item: Record<string, unknown>) => client.send(new PutCommand({ TableName: tableNames.main, Item })),
    putObject: (bucket: keyof typeof bucketNames, Key: string) =>
      s3.send(new PutObjectCommand({ Bucket: bucketNames[bucket], Key, Body: "late" })),
  };
}
