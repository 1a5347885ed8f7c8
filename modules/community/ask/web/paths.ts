/** Addresses of the screens of the ask bar, as paths of the hash router. */
export const askPaths = {
  home: '/ask',
  new: '/ask/new',
  edit: (id: string) => `/ask/question/edit/${id}`,
  question: (id: string) => `/ask/question/detail/${id}`,
  answer: (questionId: string, answerId: string) => `/ask/question/detail/${questionId}?answer=${answerId}`,
  topic: (id: string) => `/ask/topic/detail/${id}`,
  expert: (id: string) => `/ask/expert/${id}`,
  trends: '/ask/trends',
  cards: '/ask/cards',
}
