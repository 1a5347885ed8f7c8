/** Text or number; text is never a formula. */
export type SheetRow = readonly (string | number)[]
