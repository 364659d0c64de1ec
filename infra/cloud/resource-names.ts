/** The forms of names and ARNs of resources that options name, as the API references of their services have them. */
import * as z from "zod";

export const nameOf = {
  table: z.string().regex(/^[\w.-]{3,255}$/, "a table is named, without its ARN"),
  bucket: z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, "a bucket is named, without its ARN"),
  userPool: z.string().regex(/^[\w-]+_[\dA-Za-z]+$/, "a user pool is named by its id, such as eu-central-1_a1B2c3D4e"),
  secret: z
    .string()
    .regex(
      /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:.+-[\dA-Za-z]{6}$/,
      "a secret is named by its complete ARN, which ends with a hyphen and six characters",
    ),
  stream: z
    .string()
    .regex(
      /^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\d:T.-]+$/,
      "a stream is named by its ARN, which ends with the time of its creation",
    ),
  certificate: z
    .string()
    .regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, "a certificate is named by its ARN in ACM"),
  host: z
    .string()
    .regex(
      /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/,
      "a domain name is lower-case, without a scheme and a path",
    ),
};
