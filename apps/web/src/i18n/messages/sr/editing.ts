/** What forms say about changes of somebody else, and about what was typed before. */
export const editing = {
  beside: {
    text: 'У међувремену су сачуване друге измене. Ваш унос је остао у пољима. Прегледајте га, па поново сачувајте.',
    taken: '{{field}}: преузета је сачувана вредност „{{value}}“.',
    kept: '{{field}}: сачувана је вредност „{{value}}“, а у пољу је ваш унос.',
  },
  found: 'Враћен је унос који није био сачуван када је сесија завршена. Прегледајте га, па сачувајте.',
} as const;
