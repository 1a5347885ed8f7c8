/** Addresses of the screens of surveys, as paths of the hash router. */
export const surveyPaths = {
  all: '/center/surveys',
  /** Answering a survey (EXAM-002). */
  answer: (id: string) => `/exam/research-activity/index/${id}`,
  guest: (token: string) => `/survey/${token}`,
  preview: (id: string) => `/exam/research-activity/preview/${id}`,
  authored: '/admin/surveys',
  editor: (id: string) => `/admin/surveys/${id}`,
  report: (id: string) => `/admin/surveys/${id}/report`,
}
