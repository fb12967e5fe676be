/** As REST spells a name: `followUp` of GraphQL is `follow_up` there. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
