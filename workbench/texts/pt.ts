/** Portuguese texts of the workbench, by the English text. */
export const messages: Readonly<Record<string, string>> = {
  Home: 'Início',
}
