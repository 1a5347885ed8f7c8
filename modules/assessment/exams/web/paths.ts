/** Addresses of the screens of exams, as paths of the hash router. */
export const examPaths = {
  all: '/exam',
  one: (id: string) => `/exam/detail/${id}`,
  /** Answering the exam; also what is shared of it (EXAM-001). */
  answer: (id: string) => `/exam/exam/answer-paper/${id}`,
  records: '/center/exam-records',
  result: (attemptId: string) => `/exam/result/${attemptId}`,
  paper: (attemptId: string) => `/exam/paper/${attemptId}`,
  marking: '/exam/marking',
  markingOf: (id: string) => `/exam/marking/${id}`,
  markingSettings: (id: string) => `/exam/marking/${id}/settings`,
  appeals: (id: string) => `/exam/appeals/${id}`,
  fixing: (id: string) => `/exam/fixing/${id}`,
  invigilation: '/exam/invigilation',
  invigilationOf: (id: string) => `/exam/invigilation/${id}`,
  preview: (id: string) => `/exam/preview/${id}`,
  authored: '/admin/exams',
  editor: (id: string) => `/admin/exams/${id}`,
  registrations: (id: string) => `/admin/exams/${id}/registrations`,
  results: (id: string) => `/admin/exams/${id}/results`,
}
