/**
 * List prices of us-east-1 in US dollars, in the first tier of each and without free tiers. Each comment names the page of AWS
 * that has them.
 */
export const pricesAsOf = "November 2026";

export const listPrices = {
  // "Amazon API Gateway pricing": a call of a REST API.
  gatewayCall: 3.5e-6,
  // "AWS Lambda pricing": functions on arm64.
  execution: 0.2e-6,
  gigabyteSecond: 0.0000133334,
  // "Amazon DynamoDB pricing for on-demand capacity". Backups are those of point-in-time recovery.
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  tableGigabyteMonth: 0.25,
  backupGigabyteMonth: 0.2,
  // "Amazon S3 pricing": S3 Standard.
  storageRead: 0.4e-6,
  storageWrite: 5e-6,
  // "Amazon CloudWatch pricing": ingestion of logs into the standard class; a metric of an alarm; a run of a canary.
  logGigabyte: 0.5,
  metricMonth: 0.3,
  alarmMetricMonth: 0.1,
  dashboardMonth: 3,
  canaryRun: 0.0012,
  // "Amazon SES pricing": outbound mail.
  mail: 0.1e-3,
  // "Amazon SQS pricing": a request to a standard queue. Lambda sends about 15 a minute to an idle queue.
  queueRequest: 0.4e-6,
  queuePollsPerMinute: 15,
  // "AWS Secrets Manager pricing".
  secretMonth: 0.4,
  // "Amazon Cognito pricing": an active user by plan, with Lite up to 100,000. The first 10,000 of each month are free, without an
  // end.
  activeUser: { essentials: 0.015, lite: 0.0055 },
  freeActiveUsers: 10_000,
  // "Amazon EC2 On-Demand pricing", data transfer out to the internet.
  transferGigabyte: 0.09,
} as const;

/**
 * Units a second. "Quotas in Amazon DynamoDB" has those of a table, unless more were requested; "Best practices for designing
 * and using partition keys effectively in DynamoDB" those of a partition, which an account can't exceed: with local indexes,
 * its items stay together.
 */
export const unitLimits = {
  table: { reads: 40_000, writes: 40_000 },
  partition: { reads: 3_000, writes: 1_000 },
} as const;

/** Bytes of a consistent read that cost a unit. */
export const readUnitBytes = 4_096;

export const secondsPerMonth = 730 * 3600;
