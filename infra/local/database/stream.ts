/** Reads the stream of a table: which items were written, in the order of the writes ("Change data capture for DynamoDB Streams"). */
import {
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  type StreamViewType,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type ShardIteratorType,
  type _Record as StreamRecord,
  TrimmedDataAccessException,
} from "@aws-sdk/client-dynamodb-streams";

export interface TableStream {
  /** The records since the last call, and at first since the stream was opened. */
  read(signal: AbortSignal): Promise<StreamRecord[]>;
  stop(): void;
}

export interface StreamSource {
  tables: DynamoDBClientConfig;
  tableName: string;
  /** What a table without a stream is given. */
  viewType: StreamViewType;
  /** Where the stream is read. AWS has another endpoint for it than for the table; emulators have the same. */
  endpoint: string;
}

/** Begins with what is written from now on. Throws if the service of the stream does not answer. */
export async function openStream({ tables, tableName, viewType, endpoint }: StreamSource): Promise<TableStream> {
  const client = new DynamoDBStreamsClient({ ...tables, endpoint });
  const StreamArn = await ensureStream(tables, tableName, viewType);
  /** The position in each shard; undefined in one that has ended. */
  const positions = new Map<string, string | undefined>();

  const addShards = async (ShardIteratorType: ShardIteratorType): Promise<void> => {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
    for (const { ShardId = "" } of StreamDescription?.Shards ?? []) {
      if (positions.has(ShardId)) continue;
      const ask = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType });
      positions.set(ShardId, (await client.send(ask)).ShardIterator);
    }
  };

  const readShards = async (abortSignal: AbortSignal): Promise<StreamRecord[]> => {
    const found: StreamRecord[] = [];
    // A new stream has its first shard after some seconds.
    if (positions.size === 0) await addShards("TRIM_HORIZON");
    for (const [shard, ShardIterator] of positions) {
      if (ShardIterator === undefined) continue;
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }), {
        abortSignal,
      });
      found.push(...Records);
      positions.set(shard, NextShardIterator);
      // A shard ends after some hours, and others continue it.
      if (NextShardIterator === undefined) await addShards("TRIM_HORIZON");
    }
    return found;
  };

  await addShards("LATEST");
  return {
    read: (signal) =>
      readShards(signal).catch(async (fault: unknown) => {
        const isLost = fault instanceof ExpiredIteratorException || fault instanceof TrimmedDataAccessException;
        if (!isLost) throw fault;
        // The machine was asleep. The scheduled run finds what was written meanwhile.
        positions.clear();
        await addShards("LATEST");
        return [];
      }),
    stop: () => client.destroy(),
  };
}

/**
 * Only tables whose stream is read have one: dynoxide keeps each record for ever, and counts them all at each write, so that
 * writes take longer and longer.
 */
async function ensureStream(config: DynamoDBClientConfig, TableName: string, StreamViewType: StreamViewType) {
  const client = new DynamoDBClient(config);
  const StreamSpecification = { StreamEnabled: true, StreamViewType };
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.StreamSpecification?.StreamEnabled) return Table.LatestStreamArn;
    const { TableDescription } = await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    return TableDescription?.LatestStreamArn;
  } finally {
    client.destroy();
  }
}
