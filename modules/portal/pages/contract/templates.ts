/** What a page begins with. The names; what each has is made by the server (`server/templates.ts`). */
export const templateNames = ['empty', 'product', 'learning', 'branch', 'campaign', 'newcomers'] as const
export type TemplateName = (typeof templateNames)[number]
