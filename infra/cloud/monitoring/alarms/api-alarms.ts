/** The alarms about requests. A deployment that sets one of them off is rolled back, so their names stay. */
import { type Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { mainTable } from "../../../../shared/platform/dynamodb/definition.ts";
import { fiveMinutes, serviceMetric, tableMetric } from "../metric-sources.ts";
import { type AlarmTable, answersLike, field, linesOf, sumOf, type Watched } from "./alarm-row.ts";

export const apiAlarms = {
  ApiServerErrors: {
    // Nothing is broken when the owner of a closed account has to wait until its data are deleted. These answers are left out of
    // the count, because whether an expression has a value before one of its metrics ever had data is not documented (decision 32).
    metric: answersLike(
      "ServerErrors",
      FilterPattern.all(field("status", "=", "5*"), field("accountIsDeleting", "=", "-")),
    ),
    threshold: 5,
    runbook: {
      means: "Several callers got 5xx within five minutes.",
      lookFirst:
        "The access log, for answers with a status of 500 or more: is it one resource or all? Then the lines with level error in the log of that function, by requestId.",
      thenDo:
        "If it began with a deployment, roll back. If all resources are concerned, ask GET /health/ready which service fails, and see the AWS Health Dashboard.",
    },
  },
  // The gateway answers 503 itself when a function crashes or runs out of time. A 503 of a function ends without an operator.
  UnexpectedErrors: {
    metric: answersLike(
      "UnexpectedErrors",
      FilterPattern.all(
        field("status", "=", "5*"),
        FilterPattern.any(field("status", "!=", "503"), field("gatewayResponse", "!=", "-")),
      ),
    ),
    threshold: 1,
    runbook: {
      means:
        "A function crashed, ran out of time or memory, or answered 500. One such answer is a fault, also when there are few requests.",
      lookFirst:
        "The access log, for the answer: gatewayResponse is a dash if the function answered itself. Then the log of the function at that time: a line with a fault, Runtime exited, or Task timed out. Without any line Lambda refused the call: see its metric Throttles.",
      thenDo:
        "If it began with a deployment, roll back. Otherwise send the same request to a local stack with the same data, and correct the cause.",
    },
  },
  AuthorizerErrors: {
    metric: ({ authorizer }) => authorizer.live.metricErrors(fiveMinutes),
    threshold: 1,
    runbook: {
      means: "The authorizer crashed or ran out of time, so guarded routes answer 500 or 503.",
      lookFirst: "The log of the authorizer, for the stack of the fault or Task timed out.",
      thenDo: "If it began with a deployment, roll back. Otherwise correct the cause; callers try again by themselves.",
    },
  },
  AuthorizerUnavailable: {
    metric: linesOf("AuthorizerUnavailable"),
    threshold: 1,
    runbook: {
      means:
        "The authorizer could not reach the table, the key set of the issuer or the secret, so guarded routes answer 503.",
      lookFirst:
        "The lines authorizer.unavailable in the log of the authorizer. Their fault has the name of the error.",
      thenDo:
        "See the AWS Health Dashboard. If the key set can't be read, open the address jwksUri of the issuer. If access is denied, compare the role of the authorizer with the template.",
    },
  },
  SlowAnswers: {
    metric: ({ api }) => api.rest.metricLatency({ ...fiveMinutes, statistic: Stats.percentile(90) }),
    threshold: 3_000,
    periods: 3,
    runbook: {
      means:
        "For a quarter of an hour, a tenth of the answers took more than three seconds. With few requests, that is one in each five minutes.",
      lookFirst:
        "The access log: which resource has a high latencyMs, and is it the function (integrationLatencyMs) or the authorizer (authorizerLatencyMs)?",
      thenDo:
        "If it began with a deployment, roll back. If the table is throttled or functions are, see those alarms. One account with a large import is no fault.",
    },
  },
  ThrottledTable: {
    metric: ({ database }) => sumOf(throttleEventsOf(database)),
    threshold: 50,
    // AWS advises several periods with FILL, because a late value would be taken for zero.
    periods: 3,
    any: true,
    runbook: {
      means:
        "DynamoDB refused reads or writes. The SDK repeats them, so answers become slow first, and then 503. All items of an account are in one partition, which allows 1,000 writes and 3,000 reads a second.",
      lookFirst:
        'The metrics ReadThrottleEvents and WriteThrottleEvents of the tables and indexes, and the saved query "Units by account" for that time: is it one account, and which function? Jobs of many minutes are in it while they run.',
      thenDo:
        "One account that imports or deletes much comes to an end by itself. If all accounts are concerned, compare the quota of table throughput in Service Quotas with the traffic, and have it raised.",
    },
  },
  // The authorizer runs in every guarded request, and shares the account's concurrency. A sum of all functions would also count
  // background functions that wait for a concurrency of their own, and other services of the AWS account.
  Throttles: {
    metric: ({ authorizer }) => authorizer.function.metricThrottles(fiveMinutes),
    threshold: 1,
    runbook: {
      means:
        "Lambda refused to start the authorizer, because all concurrency of the AWS account is used. Other functions of the API are refused, too.",
      lookFirst:
        "The metric ConcurrentExecutions of the AWS account, and of its functions: which uses most? A new account has ten executions.",
      thenDo:
        "Have the quota Concurrent executions raised in Service Quotas. If one caller makes the load, delete its key or close its account.",
    },
  },
  RefusedCredentials: {
    metric: (_, scope) => serviceMetric(scope, "request", "unauthorized", fiveMinutes),
    threshold: 500,
    runbook: {
      means:
        "Very many requests had no valid credentials (401). Somebody guesses them, a client repeats an expired token, or valid tokens are refused.",
      lookFirst:
        "The request lines with status 401 by route and errorCode. auth_required for everybody points to the issuer or its key set, invalid_api_key for everybody to the pepper.",
      thenDo:
        "If valid credentials are refused, roll back the deployment or restore the pepper. Guessing is slowed down by address; a firewall rule of the stage stops it.",
    },
  },
  TooManyRequests: {
    metric: answersLike("TooManyRequests", field("status", "=", "429")),
    threshold: 500,
    runbook: {
      means:
        "Very many requests were refused with 429: by the limit of an account or address, or by the stage, which all share.",
      lookFirst:
        "The access log: with gatewayResponse THROTTLED it is the limit of the stage, so all callers are concerned. Otherwise the request lines with status 429 name the account.",
      thenDo:
        "If one client does not wait for Retry-After, tell its owner or delete its key. If the traffic is legitimate, deploy with a higher --stageRateLimit and --stageBurstLimit, or --rateLimitPerMinute.",
    },
  },
  SearchMismatches: {
    metric: linesOf("SearchMismatches"),
    threshold: 1,
    runbook: {
      means:
        "A search index has more or fewer contacts than its account, so lists miss contacts or show deleted ones. It is a bug.",
      lookFirst:
        "The lines search.mismatch, which have the account and both numbers, and the writes of that account before.",
      thenDo:
        "Delete the account's object under search/ in the account bucket; the next request makes it from the table. Keep the lines for the correction.",
    },
  },
  HealthCanary: {
    metric: ({ canary }) => canary?.metricSuccess(),
    threshold: 100,
    below: true,
    periods: 2,
    any: true,
    missing: "reported",
    runbook: {
      means: "The health routes failed twice in a row for a caller from outside, or the canary does not run any more.",
      lookFirst:
        "GET /health/ready, which names the failing service, and the last run of the canary in CloudWatch Synthetics.",
      thenDo:
        "If it began with a deployment, roll back. If the address is not reached at all, check the stage and the domain. If the canary stopped, start it again.",
    },
  },
} as const satisfies AlarmTable;

/** An index refuses the writes of its table. The reads of indexes and of the cache are small. */
function throttleEventsOf({ main, cache }: Watched["database"]): Record<string, Metric> {
  const ofIndexes = mainTable.globalIndexes.map(({ name }) => [name, tableMetric(main, "WriteThrottleEvents", name)]);
  return {
    reads: tableMetric(main, "ReadThrottleEvents"),
    writes: tableMetric(main, "WriteThrottleEvents"),
    cacheWrites: tableMetric(cache, "WriteThrottleEvents"),
    ...(Object.fromEntries(ofIndexes) as Record<string, Metric>),
  };
}
