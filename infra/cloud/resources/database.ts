/** The two tables, made from their definitions, and the permissions for them. */
import { CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import {
  type Attribute,
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type TableProps,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { ItemAction } from "../../../functions/declaration.ts";
import {
  cacheTable,
  mainTable,
  type Projection,
  type TableDefinition,
} from "../../../shared/platform/dynamodb/definition.ts";
import type { ServiceFunction } from "../function/service-function.ts";
import type { Settings } from "../settings.ts";

export class Database extends Construct {
  readonly main: ITable;
  readonly cache: Table;

  constructor(scope: Construct, id: string, attached: Pick<Settings, "mainTable" | "mainTableStreamArn">) {
    super(scope, id);
    const { mainTable: tableName, mainTableStreamArn: tableStreamArn } = attached;
    const stream = tableStreamArn === undefined ? {} : { tableStreamArn };
    this.main =
      tableName === undefined
        ? newMain(this, "Main")
        : Table.fromTableAttributes(this, "Main", { tableName, ...stream });
    new CfnOutput(this, "MainTable", { value: this.main.tableName }).overrideLogicalId("MainTable");
    // It holds only rate counters and answers for replays.
    this.cache = newTable(this, "Cache", cacheTable, { removalPolicy: RemovalPolicy.DESTROY });
  }

  /** Allows these actions on the main table; each part of a transaction is an action. A query may use any index. */
  grantMain(target: ServiceFunction, actions: readonly ItemAction[]): void {
    const { tableName, tableArn } = this.main;
    target.configure("TABLE_NAME", tableName).allow(actions.map(qualified), [tableArn]);
    if (actions.includes("Query")) target.allow([qualified("Query")], [`${tableArn}/index/*`]);
  }

  /** Allows these actions on the expiring table. */
  grantCache(target: ServiceFunction, actions: readonly ItemAction[]): void {
    const { tableName, tableArn } = this.cache;
    target.configure("CACHE_TABLE_NAME", tableName).allow(actions.map(qualified), [tableArn]);
  }
}

function qualified(action: ItemAction): string {
  return `dynamodb:${action}`;
}

/** Without deletion protection, by which a first deployment could not roll back (decision 28). */
function newMain(scope: Construct, id: string): Table {
  return newTable(scope, id, mainTable, {
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}

function newTable(scope: Construct, id: string, definition: TableDefinition, props: Partial<TableProps>): Table {
  const table = new Table(scope, id, {
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    partitionKey: textKey(definition.partitionKey),
    ...(definition.sortKey && { sortKey: textKey(definition.sortKey) }),
    ...(definition.stream && { stream: StreamViewType[definition.stream] }),
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
