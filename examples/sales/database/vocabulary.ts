/** Names and texts of the sales sample. Ids are positions in these lists, from 1. */

const words = (text: string): readonly string[] => text.split('|')

export interface Territory {
  readonly code: string
  readonly name: string
  /** Who sells here, as `createdBy` of orders. */
  readonly seller: string
  /** Companies are made of these names and forms. */
  readonly names: readonly string[]
  readonly forms: readonly string[]
}

const territory = (
  code: string,
  name: string,
  seller: string,
  names: string,
  forms: string,
): Territory => ({ code, name, seller, names: words(names), forms: words(forms) })

export const territories: readonly Territory[] = [
  territory(
    'DE-N',
    'Germany North',
    'hanna.petersen',
    'Petersen|Hansen|Claasen|Brodersen|Alster|Nordmark|Lüders|Thomsen|Friesen|Harms|Weser|Jensen',
    'Bürobedarf GmbH|Einrichtungen KG|Handel AG|& Söhne',
  ),
  territory(
    'DE-S',
    'Germany South',
    'jonas.huber',
    'Huber|Maier|Schwarz|Isar|Neckar|Bader|Gruber|Kessler|Rieger|Allgäu|Vogt|Lechner',
    'Werkstätten GmbH|Objektausstattung GmbH|Fachmarkt KG|Technik AG',
  ),
  territory(
    'AT',
    'Austria',
    'lena.steiner',
    'Steiner|Hofer|Leitner|Donau|Enns|Brandstätter|Pichler|Moser|Egger|Wagram|Aigner|Winkler',
    'Handels GmbH|Raumausstattung|Büro & Co|Service GmbH',
  ),
  territory(
    'CH',
    'Switzerland',
    'luca.bernasconi',
    'Ammann|Zürcher|Rhône|Gotthard|Bernasconi|Keller|Limmat|Favre|Rochat|Säntis|Frei|Hug',
    'AG|Bürotechnik AG|SA|Einrichtungen GmbH',
  ),
  territory(
    'FR',
    'France',
    'camille.moreau',
    'Moreau|Lefèvre|Garonne|Durand|Chevalier|Lumière|Perrin|Bretagne|Marchand|Gauthier|Rivoli|Noël',
    'Frères|SARL|Mobilier SAS|Bureautique',
  ),
  territory(
    'IT',
    'Italy',
    'giulia.conti',
    'Conti|Ricci|Lombarda|Ferrari|Adriatica|Colombo|Bianchi|Toscana|Greco|Moretti|Aurora|Fontana',
    'S.p.A.|Forniture Srl|e Figli|Arredi Srl',
  ),
  territory(
    'IB',
    'Spain and Portugal',
    'marta.nunez',
    'Núñez|Ibérica|García|Douro|Serrano|Almeida|Levante|Castilla|Moura|Ortega|Sagres|Vega',
    'Suministros S.L.|Hermanos|Mobiliário Lda|Oficinas S.A.',
  ),
  territory(
    'BX',
    'Benelux',
    'daan.visser',
    'Visser|De Vries|Maas|Peeters|Janssens|Amstel|Schelde|Bakker|Mulder|Ardenne|Claes|Smit',
    'B.V.|Kantoor NV|Groothandel B.V.|Inrichting',
  ),
  territory(
    'ND',
    'Nordics',
    'elsa.lindqvist',
    'Lindqvist|Nilsson|Fjord|Bergström|Sørensen|Virtanen|Malmö|Aalto|Holm|Østby|Ekström|Saimaa',
    'AB|Kontor AS|Oy|Inredning AB',
  ),
  territory(
    'UK',
    'United Kingdom and Ireland',
    'oliver.hughes',
    'Hughes|Ashford|Thames|Kerr|Murphy|Pembroke|Whitfield|Severn|Doyle|Lancaster|Byrne|Fraser',
    'Ltd|Office Supplies|Interiors Ltd|& Sons',
  ),
  territory(
    'PL',
    'Poland and the Baltics',
    'kasia.nowak',
    'Nowak|Wiśniewska|Wisła|Kowalski|Bałtyk|Kazlauskas|Ozols|Zieliński|Mazury|Tamm|Lewandowski|Gdańsk',
    'Sp. z o.o.|Biuro S.A.|Meble|Hurtownia',
  ),
  territory(
    'CE',
    'Central Europe',
    'tomas.novak',
    'Novák|Kovács|Vltava|Dvořák|Horváth|Morava|Nagy|Tatra|Černý|Szabó|Bohemia|Balaton',
    's.r.o.|Kft.|Interiér a.s.|Obchod s.r.o.',
  ),
]

/** What is sold, each in five variants: its name, and the price of the first variant in cents. */
export const articles: readonly (readonly [name: string, cents: number])[] = [
  ['Desk', 34900],
  ['Standing desk', 59900],
  ['Corner desk', 45900],
  ['Meeting table', 89000],
  ['Side table', 12900],
  ['Reception counter', 189000],
  ['Task chair', 24900],
  ['Visitor chair', 11900],
  ['Executive chair', 64900],
  ['Bar stool', 15900],
  ['Lounge chair', 49900],
  ['Sofa', 129000],
  ['Bookcase', 27900],
  ['Filing cabinet', 31900],
  ['Pedestal', 18900],
  ['Locker', 22900],
  ['Sideboard', 54900],
  ['Shelf', 8900],
  ['Coat stand', 7900],
  ['Acoustic panel', 14900],
  ['Room divider', 39900],
  ['Phone booth', 489000],
  ['Desk lamp', 8900],
  ['Floor lamp', 19900],
  ['Pendant lamp', 24900],
  ['Monitor arm', 12900],
  ['Docking station', 19900],
  ['Monitor', 32900],
  ['Keyboard', 7900],
  ['Mouse', 3900],
  ['Headset', 14900],
  ['Webcam', 9900],
  ['Conference speaker', 34900],
  ['Projector', 119000],
  ['Whiteboard', 21900],
  ['Flip chart', 17900],
  ['Label printer', 15900],
  ['Laser printer', 42900],
  ['Document scanner', 38900],
  ['Shredder', 26900],
  ['Laminator', 9900],
  ['Power strip', 2900],
  ['Cable tray', 3400],
  ['Footrest', 4900],
  ['Desk mat', 2400],
  ['Notebook', 690],
  ['Ring binder', 390],
  ['Copy paper', 590],
  ['Ballpoint pen', 120],
  ['Highlighter', 150],
  ['Sticky notes', 240],
  ['Envelope', 90],
  ['Stapler', 1290],
  ['Scissors', 890],
  ['Desk organizer', 1990],
  ['Waste bin', 2490],
  ['Water dispenser', 64900],
  ['Coffee machine', 149000],
  ['Plant pot', 3900],
  ['Wall clock', 4490],
]

/** Names of the variants, and their prices in percent of the first one's. */
export const variants: readonly (readonly [name: string, percent: number])[] = [
  ['Basic', 100],
  ['Compact', 90],
  ['Classic', 125],
  ['Comfort', 160],
  ['Studio', 210],
]

export const firstNames = words(
  'Anna|Ben|Clara|David|Elena|Felix|Greta|Hugo|Ida|Jan|Karin|Leo|Maria|Nils|Olga|Paul|Rosa|Simon|Tess|Viktor',
)
export const lastNames = words(
  'Adler|Berger|Costa|Dahl|Eriksen|Fabre|Galli|Haas|Ivanova|Jansen|Klein|Laurent|Marin|Novak|Olsen|Peeters|Rossi|Silva|Toth|Weber',
)

export const notes = words(
  'Deliver to the rear entrance.|Call before delivery.|Partial deliveries are fine.|Assembly on site.|Deliver before 10:00.|Invoice to headquarters.|Replaces an order of last year.|Samples were approved.',
)

/** Breaks code that does not quote, escape or measure. */
export const hostileNames = [
  "O'Brien & Söhne",
  '100 % Büro_Bedarf',
  'Back\\slash Ltd',
  '<b>Bold</b> Interiors',
  '"Quoted" AG',
  'ÀÉÎÕÜ ß Ñ Ş',
  '🪑 Möbel',
] as const

export const hostileNotes = [
  "It's <i>urgent</i>; -- really",
  '50 % off_season \\ "rush"',
  '\u{1F69A}'.repeat(40),
] as const
