/** What the lists of regions lack: pairs of their ids, counties, and older codes and names. */
import { englishCounties } from "../../shared/place/text/english-counties.ts";

/**
 * Regions whose English name in GeoNames has little in common with their name in ISO 3166-2: pairs of the number in
 * GeoNames and the code in ISO, by country.
 */
export const codesByHand: Readonly<Record<string, string>> = {
  AE: "01=AZ 03=DU 04=FU 05=RK 06=SH 07=UQ",
  AR: "07=C",
  AT: "02=2 03=3 04=4 06=6 07=7 09=9",
  BY: "01=BR 02=HO 03=HR 04=HM 05=MI 06=MA 07=VI",
  BR: "07=DF",
  CL: "02=AI 08=LI 12=RM",
  CN: "13=XJ 14=XZ 16=GX 20=NM 21=NX",
  CO: "25=SAP 34=DC",
  CZ: "52=10 78=64 79=31 81=41 82=52 84=71 85=80 88=20 89=42",
  DE: "02=BY 05=HE 06=NI 07=NW 13=SN 14=ST 15=TH",
  DK: "17=84 18=82 19=81 20=85 21=83",
  EG: "02=BA 03=BH 04=FYM 06=ALX 08=GZ 11=C 13=WAD 15=SUZ 18=BNS 19=PTS 20=DT 23=KN 24=SHG 26=JS 27=SIN 28=LX",
  ES: "07=IB 32=NC 51=AN 53=CN 54=CM 55=CL 56=CT 59=PV 60=VC",
  FI: "02=19 09=02 10=04 11=15 12=13 13=08 14=03 15=12 16=07 17=14 19=10",
  FR: "28=NOR 53=BRE 75=NAQ 94=20R",
  GR:
    "ESYE11=A ESYE12=B ESYE13=C ESYE14=E ESYE21=D ESYE22=F ESYE23=G ESYE24=H ESYE25=J ESYE31=I ESYE41=K ESYE42=L " +
    "ESYE43=M",
  HR: "01=07 02=12 03=19 04=18 07=02 08=09 10=14 11=11 12=08 13=15 14=03 15=17 17=10 20=01 21=21",
  HU: "23=VE",
  ID:
    "04=JK 07=JT 08=JI 11=KB 12=KS 13=KT 14=KI 17=NB 18=NT 21=ST 22=SG 24=SB 26=SU 29=MU 30=JB 31=SA 32=SS 35=BB " +
    "38=SN 39=PB 40=KR 41=SR 42=KU",
  IL: "01=D 02=M 03=Z 04=HA 06=JM",
  IT: "02=77 09=25 10=57 12=21 13=75 14=88 15=82 16=52 17=32 19=23",
  JP: "01=23 04=12 06=18 07=40 08=07 09=21 11=34 15=17 18=46 20=39 35=25 36=32 37=22 38=09 39=36 45=35 46=19",
  KR: "05=43",
  MX: "07=COA 09=CMX 16=MIC 30=VER",
  MY: "09=07 14=14 15=15 17=16",
  NG: "11=FC",
  NL: "02=FR 06=NB 07=NH 11=ZH",
  NZ: "G2=WGN",
  PK: "03=KP 04=PB",
  PL: "72=02 73=04 75=06 77=12 78=14 80=18 81=20 82=22 83=24 85=28 86=30 87=32",
  PT: "10=30 14=11 23=20",
  RO: "10=B",
  RU: "03=AL 04=ALT 22=KB 32=KHM 47=MOS 48=MOW 51=NIZ 63=SA 66=SPE 68=SE 70=STA 87=YAN 89=YEV 93=ZAB 29=KEM",
  SA: "05=03 06=04 08=05 10=01 14=02 15=08",
  SK: "01=BC",
  TH: "40=10",
  UA: "11=43 12=30 13=32 21=59 26=23",
  VN: "79=SG",
};

/**
 * Counties that people write in place of a region of the lists, by their region. They become other names of the region,
 * which keeps "Boston, Lincolnshire" out of Massachusetts, and "Essex" out of Maryland.
 */
export const countiesByRegion: Readonly<Record<string, string>> = {
  "GB.ENG": [...englishCounties().keys(), "East Anglia", "East Midlands", "Tyneside"].join(", "),
  "GB.SCT":
    "Aberdeenshire, Angus, Argyll, Argyll and Bute, Ayrshire, Berwickshire, Caithness, Dumfriesshire, " +
    "Dumfries and Galloway, Dunbartonshire, East Lothian, Fife, Highland, Highlands, Inverness-shire, Lanarkshire, " +
    "Lothian, Midlothian, Moray, Orkney, Orkney Islands, Perthshire, Perth and Kinross, Renfrewshire, Ross-shire, " +
    "Roxburghshire, Scottish Borders, Shetland, Shetland Islands, Stirlingshire, Sutherland, West Lothian",
  "GB.WLS":
    "Anglesey, Blaenau Gwent, Breconshire, Caernarfonshire, Cardiganshire, Carmarthenshire, Ceredigion, Clwyd, " +
    "Denbighshire, Dyfed, Flintshire, Glamorgan, Gwent, Gwynedd, Mid Glamorgan, Monmouthshire, Montgomeryshire, " +
    "Pembrokeshire, Powys, Radnorshire, Rhondda Cynon Taf, South Glamorgan, Vale of Glamorgan, West Glamorgan",
  "GB.NIR": "County Antrim, County Armagh, County Down, County Fermanagh, County Londonderry, County Tyrone",
  "IE.C": "County Galway, Galway, County Leitrim, Leitrim, County Mayo, Mayo, County Roscommon, County Sligo",
  "IE.L":
    "County Carlow, County Dublin, County Kildare, Kildare, County Kilkenny, County Laois, Laois, County Longford, " +
    "County Louth, County Meath, Meath, County Offaly, Offaly, County Westmeath, Westmeath, County Wexford, " +
    "County Wicklow",
  "IE.M": "County Clare, County Cork, County Kerry, Kerry, County Limerick, County Tipperary, County Waterford",
  "IE.U": "County Cavan, County Donegal, Donegal, County Monaghan",
};

/** Codes that people write though they are no longer, or never were, codes of ISO. In Mexico they are shorter. */
export const olderCodes: Readonly<Record<string, readonly string[]>> = {
  "MX.BCN": ["BC"],
  "MX.CMX": ["DF"],
  "MX.DUR": ["DGO"],
  "MX.GUA": ["GTO"],
  "MX.NLE": ["NL"],
  "MX.QUE": ["QRO"],
};

/** Older names of regions, by the region's id. */
export const olderNames: Readonly<Record<string, readonly string[]>> = {
  "MX.09": ["Distrito Federal", "Federal District"],
};
