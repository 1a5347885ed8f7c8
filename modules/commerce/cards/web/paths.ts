import { memberCardType } from '#modules/commerce/prices/contract.ts'

/** Addresses of the screens of member cards, as paths of the hash router. */
export const cardPaths = {
  list: '/member-cards',
  managed: '/manage/member-cards',
  preview: (id: string) => `/member-card-preview/${id}`,
  price: (id: string) => `/manage/price/${memberCardType}/${id}`,
}
