/** Addresses of the screens of goods, as paths of the hash router. */
export const goodsPaths = {
  mall: '/mall',
  one: (id: string) => `/mall/${id}`,
  managed: '/manage/goods',
  edit: (id: string) => `/manage/goods/${id}`,
  order: (id: string) => `/orders/${id}`,
  orders: '/orders',
}
