/** Addresses of the screens of help, as paths of the hash router. */
export const helpPaths = {
  center: '/help',
  /** The help center opened from a screen: what is about that screen comes first. */
  about: (path: string) => `/help?from=${encodeURIComponent(path)}`,
  article: (id: string) => `/help/article/${id}`,
  feedback: '/help/feedback',
  feedbackAbout: (path: string) => `/help/feedback?from=${encodeURIComponent(path)}`,
  ownFeedback: (id: string) => `/help/feedback/${id}`,
  managed: '/manage/help',
  editor: (id: string) => `/manage/help/article/${id}`,
}
