/** Addresses of the screens of payments, as paths of the hash router. */
export const paymentPaths = {
  payment: (id: string) => `/payment/${id}`,
  managed: '/manage/payments',
}
