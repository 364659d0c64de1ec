/** Every error that a caller may see. The pages under `/docs/errors/{code}` are written from it. */

export interface CatalogueEntry {
  status: number;
  type: string;
  /** The default message: one sentence that says what happened. */
  message: string;
  /** What the reader of the error page can do about it. */
  remedy: string;
}

/** The entries of one status, which all have its type. */
function entries<Code extends string>(
  status: number,
  type: string,
  texts: Record<Code, readonly [message: string, remedy: string]>,
) {
  const all = Object.entries<readonly [string, string]>(texts).map(([code, [message, remedy]]) => {
    return [code, { status, type, message, remedy }];
  });
  return Object.fromEntries(all) as Record<Code, CatalogueEntry>;
}

export const errorCatalogue = {
  ...entries(400, "invalid_request_error", {
    validation_error: [
      "The request is not valid.",
      "Read `details`: it lists every fault with its path. Correct them all and send the request again.",
    ],
    contact_location_incomplete: [
      "Latitude and longitude must be sent together.",
      "Send both `latitude` and `longitude`, or neither. Null in both clears the location.",
    ],
    sign_in_failed: [
      "Signing in did not work.",
      "Read `message`, then start again at `/session/sign-in`. A sign-in can be finished once, within ten minutes, and in the " +
        "browser that started it.",
    ],
    contact_ids_only_myself: [
      "The only contact in the list is the account's own, which cannot be deleted.",
      "Send the id of at least one other contact.",
    ],
    contact_merge_same_contact: ["A contact cannot be merged with itself.", "Send two different contacts."],
    relationship_self_forbidden: ["A contact cannot be related to itself.", "Send two different contacts."],
  }),
  ...entries(401, "authentication_error", {
    invalid_api_key: [
      "The API key is not valid.",
      "Check that the whole key was copied, and that it was not deleted. Create a new one if in doubt.",
    ],
    auth_required: [
      "This route needs a valid session token or API key.",
      "Send `Authorization: Bearer <token>` with a fresh session token or an API key.",
    ],
  }),
  ...entries(403, "authorization_error", {
    api_key_route_forbidden: [
      "This route is not open to API keys.",
      "Use a session token: routes of the account itself are for its owner only.",
    ],
    api_key_method_forbidden: [
      "This API key may only read.",
      "Create a key with full permission for writing and for imports.",
    ],
    contact_delete_self_forbidden: [
      "The account's own contact cannot be deleted.",
      "Delete the account instead, or leave this contact out.",
    ],
    origin_not_allowed: [
      "A request that is signed in by cookie must come from an allowed origin.",
      "Send the request from an allowed web origin, or use the `Authorization` header.",
    ],
    address_not_verified: [
      "The account has no verified e-mail address, to which answers to a shared contact could go.",
      "Verify the address where the account signs in, then sign in again.",
    ],
  }),
  ...entries(404, "not_found_error", {
    not_found: ["There is nothing at this address.", "Check the path against the API description at `/docs`."],
    contact_not_found: [
      "This account has no such contact.",
      "Check the id: the contact may have been deleted, or belong to another account.",
    ],
    group_not_found: ["This account has no such group.", "List the groups to see the ids that exist."],
    tag_not_found: ["This account has no such tag.", "List the tags to see the ids that exist."],
    interaction_not_found: [
      "This account has no such interaction.",
      "List the interactions to see the ids that exist.",
    ],
    merge_recommendation_not_found: [
      "These two contacts are not recommended to be merged.",
      "List the recommendations to see the current ones: the contacts may have been changed, merged or deleted.",
    ],
    relationship_not_found: [
      "This account has no such relationship.",
      "List the contact's relationships to see the ids that exist.",
    ],
    merge_not_found: [
      "This account has no such merge.",
      "List the merges to see the ids that exist. A merge is listed, and can be undone, for 30 days.",
    ],
    api_key_not_found: [
      "This account has no such API key.",
      "List the keys to see the ids that exist. A deleted key disappears at once.",
    ],
    import_not_found: [
      "This account has no such import.",
      "Imports and their files are kept for a day. Parse the file again.",
    ],
    webhook_not_found: [
      "This account has no such webhook, or the webhook no such delivery.",
      "List the webhooks, or the webhook's deliveries of the last 30 days, to see the ids that exist.",
    ],
    receipt_not_found: [
      "This account has no such receipt.",
      "List the receipts to see the ids that exist. An import can be undone for 30 days, and its receipt is kept a week longer.",
    ],
    change_not_found: ["This account has no such change.", "List the activity: changes are kept for 30 days."],
    undo_not_found: ["This account has no such undo.", "Check the id. An undo is shown for 30 days."],
    export_not_found: [
      "This account has no such export.",
      "The file of an export is kept for an hour. Request the export again.",
    ],
  }),
  ...entries(405, "invalid_request_error", {
    method_not_allowed: ["This path does not have this method.", "The `Allow` header lists the methods of the path."],
  }),
  ...entries(413, "invalid_request_error", {
    payload_too_large: [
      "The body is too large.",
      "A JSON body may have 1 MB. The commit of an import, and a file that is sent through the API, may have 4 MB.",
    ],
  }),
  ...entries(415, "invalid_request_error", {
    unsupported_media_type: [
      "This route does not accept the media type of the body.",
      "Send `Content-Type: application/json`, in UTF-8, or `multipart/form-data` for a file. Do not compress it.",
    ],
  }),
  ...entries(409, "conflict_error", {
    api_key_limit_exceeded: [
      "The account has the maximum number of API keys.",
      "Delete a key that is no longer used, then create the new one.",
    ],
    important_date_duplicate: [
      "The contact would have the same important date twice.",
      "A contact has at most one birthday and one nameday, and no date twice with the same type and note.",
    ],
    relationship_already_exists: [
      "These contacts already have this relationship.",
      "Change the existing relationship instead.",
    ],
    conflict: ["The change conflicts with existing data.", "Read the current state, then decide."],
    merge_not_undoable: [
      "This merge can't be undone.",
      "Read `message`: the merge was undone before, the contact that survived it was deleted or merged into another one, or a " +
        "later merge into the same contact must be undone first.",
    ],
    contact_limit_reached: [
      "The account has the maximum number of contacts: 100,000.",
      "Delete contacts that are no longer needed, then create the new ones.",
    ],
    storage_limit_reached: [
      "The account uses all of its storage: 10 GB.",
      "Delete contacts or interactions that are no longer needed, then try again.",
    ],
    idempotency_conflict: [
      "This idempotency key was used with another request, or its first request is still running.",
      "Use a new key for every new request. With a `Retry-After`, the first request is still running: repeat the same " +
        "request after this time, and it gets the answer of the first one.",
    ],
  }),
  ...entries(410, "invalid_request_error", {
    changes_expired: [
      "Contacts were deleted after this `txid`, and it is no longer known which.",
      "Read all changes again, without `since`, and remove the contacts that are not among them. Deletions are known for 90 days.",
    ],
  }),
  ...entries(412, "invalid_request_error", {
    precondition_failed: [
      "The resource was changed since it was read.",
      "Read it again, merge your change, and send it with the new `ETag` in `If-Match`.",
    ],
  }),
  ...entries(429, "rate_limit_error", {
    rate_limit_exceeded: [
      "Too many requests.",
      "Wait for the seconds in `Retry-After`. The `RateLimit` headers show what is left.",
    ],
  }),
  ...entries(500, "api_error", {
    internal_server_error: [
      "Something went wrong on our side.",
      "Try again. If the error remains, report the `request_id`, under which the log has the cause.",
    ],
  }),
  ...entries(503, "service_unavailable_error", {
    service_unavailable: ["The service cannot do this right now.", "Try again after the seconds in `Retry-After`."],
  }),
  ...entries(504, "service_unavailable_error", {
    timeout: ["The answer took too long.", "Try again; a write may have happened, so read before writing again."],
  }),
};

export type ErrorCode = keyof typeof errorCatalogue;
