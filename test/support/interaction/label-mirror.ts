import type { groupCalls } from "./group-calls.ts";

/** The groups and tags of an account with their members, which it reads when it is told that they changed. */
export class LabelMirror {
  readonly labels = new Map<string, { label: string; members: Set<string> }>();
  private since = { groups: "0", tags: "0" };

  async follow(calls: ReturnType<typeof groupCalls>): Promise<void> {
    const { changes: groups, txid: groupTxid } = await calls.groupChanges({ since: this.since.groups });
    for (const { groupId, group } of groups) await this.read(groupId, group, calls.contacts);
    const { changes: tags, txid: tagTxid } = await calls.tagChanges({ since: this.since.tags });
    for (const { tagId, tag } of tags) await this.read(tagId, tag, calls.tagged);
    this.since = { groups: groupTxid, tags: tagTxid };
  }

  private async read(id: string, shown: { label: string } | null, list: ListMembers): Promise<void> {
    if (!shown) {
      this.labels.delete(id);
      return;
    }
    // What was deleted meanwhile is in the next changes.
    const page = await list(id, { fields: "id", limit: "200" }).catch(() => ({ body: { contacts: [] } }));
    this.labels.set(id, { label: shown.label, members: new Set(page.body.contacts.map((contact) => contact.id)) });
  }
}
type ListMembers = (id: string, query: object) => Promise<{ body: { contacts: { id: string }[] } }>;
