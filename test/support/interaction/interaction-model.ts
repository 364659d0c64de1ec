/** What an account's interactions must show, in the plainest way: everything is looked for anew. */

export interface ModelInteraction {
  id: string;
  date: string;
  participantIds: string[];
  title: string | null;
}

export class InteractionModel {
  interactions: ModelInteraction[] = [];
  /** What was set by hand, by contact. */
  readonly byHand = new Map<string, string | null>();

  get contactIds(): string[] {
    return [...this.byHand.keys()];
  }

  /** Newest first. */
  listed(contactId?: string): ModelInteraction[] {
    const order = ({ date, id }: ModelInteraction) => `${date} ${id}`;
    return this.interactions
      .filter(({ participantIds }) => contactId === undefined || participantIds.includes(contactId))
      .sort((one, other) => (order(one) < order(other) ? 1 : -1));
  }

  /** What the contact shows at a time. */
  shown(contactId: string, now: string): { lastInteraction: string | null; lastInteractionActivityId: string | null } {
    const byHand = this.byHand.get(contactId) ?? null;
    const latest = this.listed(contactId).find(({ date }) => date <= now);
    return latest && latest.date >= (byHand ?? "")
      ? { lastInteraction: latest.date, lastInteractionActivityId: latest.id }
      : { lastInteraction: byHand, lastInteractionActivityId: null };
  }

  setByHand(contactId: string, value: string | null, now: string): void {
    if (this.shown(contactId, now).lastInteraction !== value) this.byHand.set(contactId, value);
  }

  removeContacts(ids: readonly string[]): void {
    for (const id of ids) this.byHand.delete(id);
    this.interactions = this.interactions
      .map((each) => ({ ...each, participantIds: each.participantIds.filter((id) => !ids.includes(id)) }))
      .filter(({ participantIds }) => participantIds.length > 0);
  }

  inMonth(month: string): number {
    return this.interactions.filter(({ date }) => date.startsWith(month)).length;
  }
}
