/** A word as a heading, a label or an entry of a menu begins with it. In Chinese it stays as it is. */
export const asTitle = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
