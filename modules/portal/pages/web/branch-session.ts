/** Which branch the member has entered in this tab: a branch is opened only after it was chosen (SHELL-035). */
const KEY = 'businessId'

export const enterBranch = (id: string) => sessionStorage.setItem(KEY, id)
