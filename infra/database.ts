/** The two tables, made from their definition, and who may do what with them. */
import { RemovalPolicy } from "aws-cdk-lib";
import {
  type Attribute,
  AttributeType,
  BillingMode,
  ProjectionType,
  Table,
  TableEncryption,
  type TableProps,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { cacheTable, mainTable, type Projection, type TableDefinition } from "../shared/table/definition.ts";
import type { ServiceFunction } from "./service-function.ts";

/** What a function may do with items. Nobody scans a table, and nobody but a deployment changes one as a whole. */
type ItemAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem"
  | "ConditionCheckItem";

export class Database extends Construct {
  readonly main: Table;
  readonly cache: Table;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.main = newTable(this, "Main", mainTable, {
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // Its loss costs rate counters and replays of answers, nothing else.
    this.cache = newTable(this, "Cache", cacheTable, { removalPolicy: RemovalPolicy.DESTROY });
  }

  /** The main table, by exactly these actions; of a transaction each part counts. A query may use any index. */
  grantMain(target: ServiceFunction, ...actions: ItemAction[]): void {
    const { tableName, tableArn } = this.main;
    target.configure("TABLE_NAME", tableName).allow(actions.map(qualified), [tableArn]);
    if (actions.includes("Query")) target.allow([qualified("Query")], [`${tableArn}/index/*`]);
  }

  /** The expiring table, by exactly these actions. */
  grantCache(target: ServiceFunction, ...actions: ItemAction[]): void {
    const { tableName, tableArn } = this.cache;
    target.configure("CACHE_TABLE_NAME", tableName).allow(actions.map(qualified), [tableArn]);
  }
}

function qualified(action: ItemAction): string {
  return `dynamodb:${action}`;
}

function newTable(scope: Construct, id: string, definition: TableDefinition, props: Partial<TableProps>): Table {
  const table = new Table(scope, id, {
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    partitionKey: textKey(definition.partitionKey),
    ...(definition.sortKey && { sortKey: textKey(definition.sortKey) }),
    ...(definition.expiryAttribute && { timeToLiveAttribute: definition.expiryAttribute }),
    ...props,
  });
  for (const { name, sortKey, projection } of definition.localIndexes) {
    table.addLocalSecondaryIndex({ indexName: name, sortKey: textKey(sortKey), ...projectionOf(projection) });
  }
  for (const { name, partitionKey, sortKey, projection } of definition.globalIndexes) {
    if (!partitionKey) throw new Error(`the global index ${name} has no partition key`);
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: textKey(partitionKey),
      sortKey: textKey(sortKey),
      ...projectionOf(projection),
    });
  }
  return table;
}

function textKey(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}

function projectionOf(projection: Projection): { projectionType: ProjectionType; nonKeyAttributes?: string[] } {
  if (projection === "ALL") return { projectionType: ProjectionType.ALL };
  if (projection === "KEYS_ONLY") return { projectionType: ProjectionType.KEYS_ONLY };
  return { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] };
}
