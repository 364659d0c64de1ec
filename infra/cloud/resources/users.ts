/** The issuer of session tokens: the stack's own user pool, an attached one, or a foreign issuer that the settings name. */
import { Aws, CfnOutput, Duration, Fn, RemovalPolicy } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnUserPool,
  FeaturePlan,
  type IUserPool,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  type UserPoolDomain,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { SessionIssuer } from "../../../shared/platform/config/environment.ts";
import { defaultScopes, foreignIssuer } from "../foreign-issuer.ts";
import type { ServiceFunction } from "../function/service-function.ts";
import { type Settings, signsUpThroughSes } from "../settings.ts";
import type { Mail } from "./mail.ts";

export interface UsersProps {
  settings: Settings;
  /** Sign-in returns to the addresses of the API. */
  api: { url: string; bases: readonly string[] };
  mail: Mail | undefined;
}

export class Users extends Construct {
  private readonly issuer: SessionIssuer;
  /** The addresses of the service whose `/session/callback` and `/app` are registered at the issuer. */
  readonly signInBases: readonly string[];
  /** By which Cognito reports the sign-ups of the pool; undefined for another issuer. */
  signUpDimensions: { UserPool: string; UserPoolClient: string } | undefined;

  constructor(scope: Construct, id: string, props: UsersProps) {
    super(scope, id);
    const { settings, api } = props;
    const { issuer } = settings;
    // Whoever runs another issuer registers one address there, the one of the output.
    this.signInBases = issuer === undefined ? api.bases : [api.url];
    this.issuer = issuer === undefined ? this.ownIssuer(props) : foreignIssuer({ ...settings, issuer });
    if (issuer !== undefined) addOutputs(this, { CallbackUrl: `${api.url}/session/callback` });
  }

  /** Lets a function verify sessions. Key sets and userinfo are public addresses: no permission is needed. */
  grantVerify(target: ServiceFunction): void {
    target.configure("SESSION_ISSUERS", JSON.stringify([this.issuer]));
  }

  /** The client and the sign-in domain belong to the stack and end with it, so an attached pool gets new ones. */
  private ownIssuer({ settings, api, mail }: UsersProps): SessionIssuer {
    const { userPoolId } = settings;
    const pool =
      userPoolId === undefined ? this.newPool(settings, mail) : UserPool.fromUserPoolId(this, "Pool", userPoolId);
    const client = newClient(pool, {
      // Refresh tokens rotate in Essentials and Plus. The plan of an attached pool is not known here.
      rotates: userPoolId === undefined && settings.userPoolTier !== "lite",
      callbackUrls: [...callbacksOf(settings), ...api.bases.map((base) => `${base}/session/callback`)],
      logoutUrls: [...callbacksOf(settings), ...api.bases.map((base) => `${base}/app`)],
    });
    this.signUpDimensions = { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId };
    const domain = newDomain(pool);
    addOutputs(this, {
      UserPoolId: pool.userPoolId,
      UserPoolClientId: client.userPoolClientId,
      SignInUrl: domain.baseUrl(),
    });
    const issuer = `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${pool.userPoolId}`;
    return {
      issuer,
      jwksUri: `${issuer}/.well-known/jwks.json`,
      clientIds: [client.userPoolClientId],
      userInfoUri: `${domain.baseUrl()}/oauth2/userInfo`,
      own: true,
      // Tokens of the sign-in page have `openid`; those of the SRP protocol have only the other scope.
      scopes: [OAuthScope.OPENID.scopeName, OAuthScope.COGNITO_ADMIN.scopeName],
      signIn: {
        clientId: client.userPoolClientId,
        scopes: defaultScopes,
        parameters: settings.signInParameters,
      },
    };
  }

  /** Without deletion protection, by which a first deployment could not roll back (decision 28). */
  private newPool(settings: Settings, mail: Mail | undefined): UserPool {
    const pool = new UserPool(this, "Pool", {
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      selfSignUpEnabled: settings.signUp,
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: false, mutable: true },
      },
      // A new address is used only after it is verified, so that nobody can enter the address of another person.
      keepOriginal: { email: true },
      passwordPolicy: {
        minLength: 12,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // It is stated, so that a deployment can go back to Essentials. The pool itself uses nothing that Lite lacks (decision 33).
      featurePlan: settings.userPoolTier === "lite" ? FeaturePlan.LITE : FeaturePlan.ESSENTIALS,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    sendCodes(pool, signsUpThroughSes(settings) ? mail : undefined);
    return pool;
  }
}

function addOutputs(scope: Construct, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(scope, name, { value }).overrideLogicalId(name);
}

/**
 * Cognito sends the codes through SES by a role of its own ("Email settings for Amazon Cognito user pools"), or itself. Both are
 * stated, so that a deployment can go back. CDK's `UserPoolEmail.withSES` knows no identity of a domain above the sender's.
 */
function sendCodes(pool: UserPool, throughSes: Mail | undefined): void {
  const { defaultChild } = pool.node;
  if (!(defaultChild instanceof CfnUserPool)) throw new Error("the user pool has no resource");
  defaultChild.emailConfiguration = throughSes
    ? { emailSendingAccount: "DEVELOPER", from: throughSes.sender, sourceArn: throughSes.identityArn }
    : { emailSendingAccount: "COGNITO_DEFAULT" };
}

function callbacksOf({ allowedOrigins, callbackUrls }: Settings): string[] {
  return callbackUrls.length > 0 ? callbackUrls : allowedOrigins.map((origin) => `${origin}/`);
}

interface ClientOptions {
  callbackUrls: string[];
  logoutUrls: string[];
  rotates: boolean;
}

/**
 * A public client has no secret. PKCE proves that the same client starts and ends the code flow (RFC 7636). A refresh token that
 * rotates is replaced by its use. The old one is valid for a minute more, which is the maximum, because an answer may not arrive.
 */
function newClient(pool: IUserPool, { rotates, ...urls }: ClientOptions): UserPoolClient {
  return pool.addClient("Client", {
    generateSecret: false,
    authFlows: { userSrp: true },
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
      ...urls,
    },
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    ...(rotates && { refreshTokenRotationGracePeriod: Duration.seconds(60) }),
  });
}

/** Sign-in domains are unique in a region over all AWS accounts, so the name contains the id of the stack. */
function newDomain(pool: IUserPool): UserPoolDomain {
  const stackUuid = Fn.select(2, Fn.split("/", Aws.STACK_ID));
  return pool.addDomain("Domain", { cognitoDomain: { domainPrefix: `contacts-${stackUuid}` } });
}
