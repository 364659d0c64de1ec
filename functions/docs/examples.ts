/** A request body for every route that takes JSON, by the name of its row: what "Try it out" starts with. The people are invented. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  createContact: {
    firstName: "Ada",
    lastName: "Okonkwo",
    headline: "Bridge engineer",
    emails: [{ type: "work", value: "ada.okonkwo@example.com", preferred: true }],
    phones: [{ type: "mobile", prefix: "+44", value: "20 7946 0958" }],
    importantDates: [{ type: "birthday", date: "1904-02-29", notifyDaysBefore: 7 }],
    keepFrequencyDays: 30,
  },
  createApiKey: { label: "Address book sync", permission: "full" },
  patchApiKey: { label: "Address book sync, laptop" },
  commitImport: {
    contacts: [
      {
        tempId: "8c4f1d20a7b3e659-1",
        firstName: "Ravi",
        lastName: "Lindqvist",
        emails: [{ type: "home", value: "ravi.lindqvist@example.com", preferred: true }],
        groups: ["Climbing"],
      },
    ],
  },
  patchContact: { headline: "Chief bridge engineer", notes: "Met at the harbour." },
};
