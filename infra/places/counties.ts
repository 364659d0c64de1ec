/**
 * Counties that people name where a region of the lists would stand, by the region in which they lie. They are found
 * as other names of it: enough to keep "Boston, Lincolnshire" out of Massachusetts, and "Essex" out of Maryland.
 */
export const countiesByRegion: Readonly<Record<string, string>> = {
  "GB.ENG":
    "Avon, Bedfordshire, Berkshire, Buckinghamshire, Cambridgeshire, Cheshire, Cornwall, Cumberland, Cumbria, " +
    "Derbyshire, Devon, Dorset, County Durham, East Anglia, East Midlands, East Riding of Yorkshire, East Sussex, " +
    "Essex, Gloucestershire, Greater London, Greater Manchester, Hampshire, Herefordshire, Hertfordshire, " +
    "Huntingdonshire, Isle of Wight, Kent, Lancashire, Leicestershire, Lincolnshire, Merseyside, Middlesex, Norfolk, " +
    "North Yorkshire, Northamptonshire, Northumberland, Nottinghamshire, Oxfordshire, Rutland, Shropshire, Somerset, " +
    "South Yorkshire, Staffordshire, Suffolk, Surrey, Sussex, Teesside, Tyne and Wear, Tyneside, Warwickshire, " +
    "West Midlands, West Sussex, West Yorkshire, Westmorland, Wiltshire, Worcestershire, Yorkshire",
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
