/** The addresses of the bank's screens. */
export const questionPaths = {
  bank: '/manage/questions',
  question: (id: string) => `/manage/questions/${id}`,
  import: (directoryId?: string) =>
    `/manage/questions/import${directoryId === undefined ? '' : `?directory=${directoryId}`}`,
  /** A new one, in the directory that was looked at. */
  create: (directoryId?: string) =>
    `/manage/questions/new${directoryId === undefined ? '' : `?directory=${directoryId}`}`,
} as const
