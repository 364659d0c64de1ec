/** The expressions of an update that sets these attributes. Null removes an attribute. */
export function updateOf(attributes: Readonly<Record<string, unknown>>) {
  const names = Object.keys(attributes);
  const [set, removed] = [
    names.filter((name) => attributes[name] !== null),
    names.filter((name) => attributes[name] === null),
  ];
  const setting = set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(", ")}`] : [];
  const removing = removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(", ")}`] : [];
  return {
    UpdateExpression: [...setting, ...removing].join(" "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(set.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]])),
    }),
  };
}
