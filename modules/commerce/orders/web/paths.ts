/** Addresses of the screens of orders, as paths of the hash router. */
export const orderPaths = {
  own: '/orders',
  one: (id: string) => `/orders/${id}`,
  owned: '/orders/owned',
  managed: '/manage/orders',
  refunds: '/manage/refunds',
}
