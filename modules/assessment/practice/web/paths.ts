/** Addresses of the screens of practice, as paths of the hash router. */
export const practicePaths = {
  all: '/practice',
  set: (id: string) => `/practice/set/${id}`,
  exam: (id: string) => `/practice/exam/${id}`,
  content: (businessType: number, id: string) => `/practice/content/${businessType}/${id}`,
  run: (id: string) => `/practice/run/${id}`,
  /** A practice of wrong answers. */
  wrong: (id: string) => `/exam/practise-wrong/${id}`,
  summary: (id: string) => `/practice/summary/${id}`,
  book: '/practice/wrong-book',
  due: '/practice/due',
  mastery: '/practice/mastery',
  authored: '/admin/practice',
  editor: (id: string) => `/admin/practice/${id}`,
}

/** The screen on which a practice is answered. */
export const runPath = (id: string, source: string): string =>
  source === 'book' || source === 'due' ? practicePaths.wrong(id) : practicePaths.run(id)
