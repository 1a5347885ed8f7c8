/** Whose responses a report is of; everybody's where nothing is said. */
export interface ReportFilter {
  readonly organizationId?: string
}
