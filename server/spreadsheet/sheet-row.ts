/** Text or number; text is never a formula. */
export type SheetRow = readonly (string | number)[]

/** Rows that are there, or that are read while the file is written. */
export type SheetRows = Iterable<SheetRow> | AsyncIterable<SheetRow>
