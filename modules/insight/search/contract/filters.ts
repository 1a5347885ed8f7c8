/** Map `search-filter` (SYSTEM-221). Kinds that it does not name are found under `all` and, where one fits, under that filter. */
export const searchFilters = [
  'all',
  'course',
  'subject',
  'class',
  'exam',
  'survey',
  'live',
  'expert-content',
  'expert',
  'topic',
  'knowledge',
  'contest',
] as const
export type SearchFilter = (typeof searchFilters)[number]

/** The filter of a kind; `other` is found under `all` alone. */
export type DocumentFilter = Exclude<SearchFilter, 'all'> | 'other'
