/**
 * A company with a row in every table, which hostile calls of another company must not reach. The rows come from the schema
 * (test/rules/sample-rows.ts). What the schema does not know stands in `server/sample.ts` of a module: `sampleValues` for
 * single columns, `buildSample` for rows that belong together.
 */
export interface SampleCompany {
  readonly companyId: string
  readonly organizationId: string
  /** A super administrator and a learner. */
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  /** Stands in every text of the rows, so that a row that leaks is recognized. */
  readonly marker: string
  readonly now: number
}

/** `schema.table` → column → value, as JSON. */
export type SampleValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>
