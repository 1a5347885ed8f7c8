/** The addresses of the screens of plans. */
export const planPaths = {
  plans: '/admin/training-plans',
  plan: (id: string) => `/admin/training-plans/${id}`,
  class: (id: string) => `/admin/classes/${id}`,
  costsOfClass: '/admin/classes/:id/costs',
} as const
