/** A monthly budget, which is reported by mail. AWS doesn't stop anything when it is spent. */
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";

/**
 * Adds a budget in dollars for the whole AWS account. A filter by the stack's tags would count nothing until somebody activates
 * them as cost allocation tags, so it would be silent (decision 32). The name is CloudFormation's, because names are unique in
 * an account.
 */
export function addBudget(scope: Construct, monthlyDollars: number, email: string): void {
  const at = (
    notificationType: "ACTUAL" | "FORECASTED",
    percent: number,
  ): CfnBudget.NotificationWithSubscribersProperty => ({
    notification: {
      notificationType,
      comparisonOperator: "GREATER_THAN",
      threshold: percent,
      thresholdType: "PERCENTAGE",
    },
    subscribers: [{ subscriptionType: "EMAIL", address: email }],
  });
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyDollars, unit: "USD" },
    },
    notificationsWithSubscribers: [at("ACTUAL", 80), at("FORECASTED", 100)],
  });
}
