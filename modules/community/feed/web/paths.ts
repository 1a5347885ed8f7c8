/** Addresses to which the home of the community leads: screens of the modules below it. */
export const feedPaths = {
  list: '/knowledge-list',
  collection: '/share-study/my-collection-detail',
  manage: '/publish-manage',
  topics: '/share-study/topic-list',
  topic: (id: string) => `/share-study/topic-list/${id}`,
  circles: '/share-study/knowledge-community',
  circle: (id: string) => `/share-study/knowledge-community/${id}`,
  columns: '/share-team/team-column',
  column: (id: string) => `/share-team/team-column-detail?id=${id}`,
  account: (id: string) => `/share-team/team-content/${id}`,
  experts: '/share-study/experts',
  ask: '/ask',
  unanswered: '/ask?tab=unanswered',
  question: (id: string) => `/ask/question/detail/${id}`,
} as const
