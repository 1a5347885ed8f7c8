/** The shapes in which kinds of content report the time that members studied. */
/** Days are `2026-11-21`, of the company's zone; null: no bound. */
export interface StudyTimeRequest {
  readonly companyId: string
  readonly memberId: string
  readonly fromDay: string | null
  readonly toDay: string | null
}

/** What a member studied of an item on a day with one kind of client. */
export interface StudyTimeRow {
  readonly day: string
  readonly businessId: string
  readonly name: string
  readonly link: string
  /** 1 PC, 2 app. */
  readonly clientType: 1 | 2
  readonly milliseconds: number
  readonly lastAt: number
}

export interface StudyTimes {
  readonly recordCount: number
  readonly milliseconds: number
  /** The newest first, at most as many as were asked for. */
  readonly rows: readonly StudyTimeRow[]
}

export interface StudyDay {
  readonly day: string
  readonly milliseconds: number
}
