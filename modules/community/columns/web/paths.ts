/** Addresses of the screens of columns. */
const query = (values: Readonly<Record<string, string | undefined>>) => {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

export const columnPaths = {
  ofAccount: (accountId?: string) => `/share-team/team-column${query({ id: accountId })}`,
  column: (id: string) => `/share-team/team-column-detail${query({ id })}`,
  own: (accountId?: string) => `/column-manage/column-card${query({ account: accountId })}`,
  add: (accountId?: string) => `/column-manage/column-add${query({ account: accountId })}`,
  edit: (id: string) => `/column-manage/column-add${query({ id })}`,
  manage: (id: string) => `/column-manage/column-detail${query({ id })}`,
  /** Screens of the modules below. */
  account: (id: string) => `/share-team/team-content/${id}`,
  apply: () => '/share-study/certification-acount',
  /** A content, opened from a column, so that its page leads on in the series. */
  content: (id: string, columnId: string) => `/share-content-detail/${id}${query({ column: columnId })}`,
  write: () => '/publish-manage/publish-create',
} as const
