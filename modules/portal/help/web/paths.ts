/** Addresses of the screens of help, as paths of the hash router. */
export const helpPaths = {
  center: '/help',
  article: (id: string) => `/help/article/${id}`,
  feedback: '/help/feedback',
  feedbackAbout: (path: string) => `/help/feedback?from=${encodeURIComponent(path)}`,
  ownFeedback: (id: string) => `/help/feedback/${id}`,
  managed: '/manage/help',
  editor: (id: string) => `/manage/help/article/${id}`,
}
